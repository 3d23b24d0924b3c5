import { plainText } from "../printable.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // As they are, a reader of attributes would take them for spaces.
  "\n": "&#10;",
  "\t": "&#9;",
};

/** A start tag; attributes that are undefined are left out. */
export function startTag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [
          ` ${key}="${plainText(String(value)).replaceAll(/[&<>"'\n\t]/g, entity)}"`,
        ],
  );
  return `<${name}${written.join("")}>`;
}

/** The text of an element. */
export function xmlText(text: string): string {
  return plainText(text).replaceAll(/[&<>]/g, entity);
}

function entity(character: string): string {
  return ENTITIES[character] ?? "";
}
