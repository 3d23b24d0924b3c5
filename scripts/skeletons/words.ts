const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\d+/gu;
const ACRONYM = /^\p{Lu}{2,}$/u;
const LINE_WIDTH = 100;

/** Splits a name of any convention into words: `renderHTMLPage` → "render HTML page". A name without words stays. */
export function words(name: string): string {
  const found = name.match(WORD);
  return found
    ? found
        .map((word) => (ACRONYM.test(word) ? word : word.toLowerCase()))
        .join(" ")
    : name;
}

/** Makes a text begin with a capital and end with a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The first sentence of a text of several lines, as one line; it ends where the next one or a blank line begins. */
export function firstSentence(text: string): string {
  const paragraph = oneLine(text.trim().split(/\n\s*\n/)[0] ?? "");
  return /^.*?[.!?](?=\s+[\p{Lu}\d`"“])/u.exec(paragraph)?.[0] ?? paragraph;
}

/** A text with every stretch of white space as one blank. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** "a", "a and b", "a, b and c". */
export function enumeration(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length > 1
    ? `${items.slice(0, -1).join(", ")} and ${last}`
    : last;
}

/** Breaks a text into lines of at most 100 characters, as far as its words allow. */
export function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of oneLine(text).split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= LINE_WIDTH)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
