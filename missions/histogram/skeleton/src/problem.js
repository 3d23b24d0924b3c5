/** Something in the input or the arguments that its author can put right; the message is meant for that person. */
export class Problem extends Error {}
