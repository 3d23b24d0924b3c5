/**
 * Habits that make English hard to read. The check is for new text: it finds only what a pattern can find without false
 * alarms, and replaces no reader.
 *
 * To add a pattern:
 * 1. Write it so that it finds the habit and nothing else; ` ` matches any white space, and case counts.
 * 2. Give a sentence from a real text as `bad`, the same sentence in plain English as `good`, and the reason as `why`.
 *    `test/scripts/english.test.ts` checks that the pattern finds the bad sentence and that no pattern finds the good one.
 * 3. Run `npm run check -- english` and correct everything that it finds. If that includes good English, make the pattern narrower.
 */
export interface Pattern {
  readonly find: RegExp
  /** The replacement, as a hint for the author. */
  readonly instead: string
  readonly why: string
  readonly bad: string
  readonly good: string
}

export const PATTERNS: readonly Pattern[] = [
  {
    find: /(?<![\w-])anew\b/,
    instead: '"again"',
    why: 'The common word is shorter.',
    bad: 'ask models anew for what they answered before',
    good: 'ask models again instead of using cached answers',
  },
  {
    find: /\bafresh\b/,
    instead: '"again", or say what is new',
    why: 'The common word is shorter.',
    bad: 'It is judged a second time, afresh.',
    good: 'It is judged a second time in a fresh sandbox.',
  },
  {
    find: /\bonce more\b/,
    instead: '"again"',
    why: 'The common word is shorter.',
    bad: 'the same project was judged once more',
    good: 'the same project was judged again',
  },
  {
    find: /\b[Gg]o(?:es)? on (?:with|after|as(?! if))\b/,
    instead: '"continue"',
    why: 'The common verb is one word.',
    bad: 'go on with a run: only what is missing',
    good: 'continue a run: run only the missing trials',
  },
  {
    find: /(?<!\b[Tt]here )\b(?:is|are|was|were) none\b(?! of\b)/,
    instead: '"is not one", or the noun',
    why: 'The reader has to find out what there is none of.',
    bad: 'a launch plan that is none',
    good: 'an invalid launch plan',
  },
  {
    find: /\b[Ww]hoever\b/,
    instead: '"the person who", "someone who" or "anyone who"',
    why: 'A clause without a noun takes a second reading.',
    bad: 'A form begins a draft of whoever is signed in.',
    good: 'A form begins a draft of the person who is signed in.',
  },
  {
    find: /\b(?:[Ww]hat|[Tt]hat|[Tt]hose that|[Ww]hich) (?:is|are) there(?: already)?(?=[ ,.;:)]*(?:$|[,.;:)]|is\b|are\b|may\b))/,
    instead: '"existing", or name the thing',
    why: 'The reader has to find out what is where.',
    bad: 'Reviews of a product that is there already are added to it.',
    good: 'Reviews of an existing product are added to it.',
  },
  {
    find: /\b(?:[Ww]hat|that|which) (?:is|are) to be\b/,
    instead: '"must be", "should be" or "will be"',
    why: '"is to be" can mean a duty, a plan or a possibility.',
    bad: 'Everybody can see what is to be approved.',
    good: 'Everybody can see the claims that need approval.',
  },
  {
    find: /\bto be had\b/,
    instead: '"available"',
    why: 'The common word is shorter.',
    bad: 'if the embedder is not to be had',
    good: 'if the embedder is not available',
  },
  {
    find: /\b[Ww]here (?:there (?:is|are|was|were)|nothing|none|nobody|no)\b/,
    instead: '"if"',
    why: '"where" is for places; a condition begins with "if".',
    bad: 'the system, where nobody numbers it',
    good: 'undefined if there is no terminal',
  },
  {
    find: /\b[Ww]here (?:it|that|they) (?:is|are|was|were) (?:not|missing|unknown|undefined|absent|negative|needed|no)\b/,
    instead: '"if"',
    why: '"where" is for places; a condition begins with "if".',
    bad: 'a dash where it is unknown',
    good: 'a dash if it is unknown',
  },
  {
    find: /@throws \w+ where\b/,
    instead: '"@throws NAME if"',
    why: '"where" is for places; a condition begins with "if".',
    bad: '@throws HarnessFault where the line is damaged',
    good: '@throws HarnessFault if the line is damaged',
  },
  {
    find: /\b[Aa]lso where\b/,
    instead: '"even if"',
    why: '"where" is for places; a condition begins with "if".',
    bad: 'A title is shown as it was typed, also where it looks like HTML.',
    good: 'A title is shown as it was typed, even if it looks like HTML.',
  },
  {
    find: /\b[Ii]n case (?:it|he|she|they|the|a|an|this|that)\b/,
    instead: '"if"',
    why: '"in case" means a precaution, and many readers take it for "if".',
    bad: 'Not here, in case it takes that for an order to work.',
    good: 'Not here: some tools take it for an order to work.',
  },
  {
    find: /(?<!\b(?:are|is|were|was|be|stay) )\ball the same\b/,
    instead: '"anyway" or "even so"',
    why: 'The words usually mean "equal".',
    bad: 'A year that is refused changes the month all the same.',
    good: 'A year that is refused changes the month anyway.',
  },
  {
    find: /\bwithout a word\b/,
    instead: '"silently" or "without a message"',
    why: 'Programs do not speak; the common word is exact.',
    bad: 'A lesson on Saturday vanishes without a word.',
    good: 'A lesson on Saturday is dropped without a message.',
  },
  {
    find: /\b(?:[Ss]peaks? of|[Tt]ells? of)\b/,
    instead: '"mention"',
    why: 'Texts do not speak; the common verb is one word.',
    bad: 'no item of the checklist speaks of a limit',
    good: 'no item of the checklist mentions a limit',
  },
  {
    find: /\bmend(?:s|ed|ing)?\b/,
    instead: '"fix", "repair" or "correct"',
    why: 'Software is fixed, data is repaired, mistakes are corrected.',
    bad: 'Errors that a user can mend are one line.',
    good: 'Errors that a user can fix are one line.',
  },
  {
    find: /\bcomes? out otherwise\b/,
    instead: '"differs" or "changes"',
    why: 'The common verb is one word.',
    bad: 'what then comes out otherwise is flaky',
    good: 'a testcode whose verdict changes is flaky',
  },
  {
    find: /\b(?:of )?one's own\b/,
    instead: '"your own"',
    why: 'The reader is "you".',
    bad: "reporters by name or of one's own",
    good: 'built-in reporters and your own',
  },
  {
    find: /(?<=^\s*(?:# )?)What (?!(?:if|about|else)\b|[^.!]*\?)\w+/,
    instead: 'the noun ("The limits of …"), or a sentence whose subject is a noun',
    why: 'A comment that begins with a noun clause only hints at its subject.',
    bad: 'What a program has used since the gate was opened.',
    good: 'Resource usage of a program since its start. What if it has not started?',
  },
]
