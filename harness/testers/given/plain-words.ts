/**
 * Words of user interfaces and missions that could be part of a drawn word: a testcode that looks for a button named /edit/i
 * must not find a row whose name happens to contain "edit". Also offensive words. Words that contain a listed one ("delete"
 * contains "let") are not listed.
 */
const WORDS = `
  above ada age are ate bad bar bed begin ben big bin bit bodi bonus bus but dat del demo deni depot dig dim div
  dog dona dora dot edit even ever far favor few fig file final fine fit five for fuk fun game gap gave gene get
  give got had has have her hid him his hit hole home homo hot how item java job lab lane led let level lid life
  like limit line lit log lose lot love low made make male man map medal meme men met mile min mobile modal mode
  module mon more move name nan nav nazi net new nil nine node non nor not novel now obese one over pad pan par
  pen per pile pin pipe polar pop pos power put ran rape rat raw red refusal rem rise role rope row rule run
  safe sale same sat save semi set side sit size some sub sum sun tab tag take tel ten time tip tit todo token
  tom top tot tower tune tutor unit use vagina val vari vat vol vote vowel war was wave web wed were wide wife
  win wire wise won zero zip
`
  .trim()
  .split(/\s+/)

const PATTERN = new RegExp(WORDS.join('|'), 'i')

export function containsPlainWord(text: string): boolean {
  return PATTERN.test(text)
}
