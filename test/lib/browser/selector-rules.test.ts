/** The selector of an answer finds an element, and does not compute which. */
import { describe, expect, it } from 'vitest'
import { cssProblem, xpathProblem } from '../../../harness/lib/browser/selector-rules.ts'

const FINDS = [
  '/',
  '/html/body/div[2]/form/button',
  '//*[@id="budget_form"]/div/div/input[1]',
  "//*[text()='Log out']",
  "//button[contains(text(), 'Delete') and ancestor::h2[text()='Edited']]",
  "//li[.//a[normalize-space(text())='New']]/ancestor::div//a[contains(@class,'edit')][1]",
  "//a[contains(concat(' ', normalize-space(@class), ' '), ' active ')]",
  "//button[contains(translate(., 'SAVE', 'save'), 'save')]",
  '//label[.="Name"]/following::input[1]',
  '(//table)[2]//tr[position() > 1 and position() < last()]/td[last() - 1]',
  '//ul[count(li) = 3] | //ol[count(li) >= 3]',
  '//tr[not(th) and string-length(normalize-space(td[1])) > 0]',
  "//*[local-name()='svg']/*[name()='path']",
  "//input[starts-with(@id, 'field') = true()]",
  "//a[substring-after(@href, '#') = 'top' or substring(@href, 1, 4) = 'http']",
  "id('main')/child::div/attribute::title/..",
  '//and/or[div or mod]/*[*]',
  '//text()/parent::p/preceding-sibling::processing-instruction("x")/self::node()',
  '//a-b/_x.1/svg:rect',
  "//p[@a = 1 and 2 = @b and .5 < @c and lang('en')]",
  './/td [ 2 ] / @ n / ..',
]

/** Each with the character where it computes. */
const COMPUTES: readonly (readonly [string, number])[] = [
  ['//td[@n = round(@value * 703)]', 11],
  ['//td[@n = @v + 1]', 14],
  ['//td[@n * 2 = 8]', 9],
  ['//td[@n div 2 = 8]', 9],
  ['//tr[position() mod 2 = 1]', 17],
  ['//td[-@n = 1]', 6],
  ['//td[last() + 1]', 13],
  ['//td[last() - @n]', 13],
  ['//td[last() - 1 - 1 * @v]', 21],
  ['//td[number(@n) = 3]', 6],
  ['//td[sum(//i) = 3]', 6],
  ['//td[text() = //input/@value]', 13],
  ['//td[//input/@value = @n]', 21],
  ['//td[@n[. = //input/@value]]', 11],
  ['//td[(//input/@value)[1] = (@n)]', 26],
  ['//td[(@a | @b) = ../@c]', 16],
  ['//td[. = string()]', 8],
  ['//td[string-length() = @n]', 22],
  ['//td[name() = ../@tag]', 13],
  ['//td[boolean(@a) != boolean(@b)]', 18],
  ['//td[(@a and 1) = not(@b)]', 17],
  ['//td[count(i) = count(b)]', 15],
  ['//td[position() = count(//i)]', 17],
  ['//td[count(//i)]', 5],
  ['//td[string-length(@n)]', 5],
  ['//td[@n = concat(1, //input/@value)]', 9],
  ["//td[concat(@n, @v) = 'x']", 6],
  ["//td[contains('1 2 3', @n)]", 6],
  ['//td[contains(@n, @v)]', 6],
  ["//td[translate(@n, @v, '') = '']", 6],
  ["//td[substring('123', @n, 1) = '2']", 6],
  ["//td[substring-before('1 2', @n) = '1 ']", 6],
  ['//td[lang(@n)]', 6],
  ['id(//input/@value)', 1],
  ["id(concat('n', //input/@value))", 1],
  ['//td[@n = $value]', 11],
  ['//td[key("a", @n)]', 6],
]

const UNREADABLE = [
  ...['//', '//a[', '//a]', "//a[@b='c'']", '//a[@b=]', '//a b', 'a/', '//a[1', '//a::', '//a[contains(@b]'],
  ...['//a[#b]', '//a[text()]x', '(//a', '//a[@b==1]', '//a/last()', "'a'/b", '1[2]', '//a[1 | 2]', ''],
]

describe('an XPath', () => {
  it.each(FINDS)('finds: %s', (xpath) => {
    expect(xpathProblem(xpath)).toBeUndefined()
  })

  it.each(COMPUTES)('computes: %s', (xpath, at) => {
    expect(xpathProblem(xpath)).toContain(`(character ${String(at)}), but a selector finds an element`)
  })

  it.each(UNREADABLE)('cannot be read: %s', (xpath) => {
    expect(xpathProblem(xpath)).toContain('is not an XPath 1.0 expression')
  })

  it.each(['5', "'a'", 'count(//a)', '//a = 1', 'string(//a)'])('gives no element: %s', (xpath) => {
    expect(xpathProblem(xpath)).toMatch(/^gives a \w+ and not an element$/)
  })

  it.each([
    ['or', `//a[${Array.from({ length: 14 }, (_, each) => `@b=${String(each)}`).join(' or ')}]`],
    ['|', Array.from({ length: 14 }, () => '//a').join('|')],
    ['not', `//a${'[not(@b)]'.repeat(13)}`],
    ['!=', `//a${'[@b != 1]'.repeat(13)}`],
  ])('has too many alternatives: %s', (_, xpath) => {
    expect(xpathProblem(xpath)).toBe('has 13 alternatives and negations, and may have 12')
  })
})

describe('CSS', () => {
  it.each([
    '#result',
    'h1, h2, h3, h4, h5, h6',
    `body${' > div:nth-child(2)'.repeat(40)}`,
    `a[title=", (,,,,,,,,,,,,,"]`,
    `a[title=',,,,,,,,,,,,,,\\',']`,
    `.w-\\(a\\,b\\,c\\,d\\,e\\,f\\,g\\,h\\,i\\,j\\,k\\,l\\,m\\)`,
    '/* ,,,,,,,,,,,,, */ a:not(.b):is(:lang(en), p:has(> .c))',
  ])('finds: %s', (css) => {
    expect(cssProblem(css)).toBeUndefined()
  })

  it.each([
    ['a list', Array.from({ length: 14 }, (_, each) => `.a${String(each)}`).join(',')],
    ['negations', `a${':not(.b)'.repeat(13)}`],
    ['escaped negations', `a${':n\\6ft(.b)'.repeat(13)}`],
    ['places among what matches', `a${':nth-child(1 of .b)'.repeat(13)}`],
    ['a list behind a text', `[a=",'"]${',b'.repeat(13)}`],
  ])('has too many alternatives: %s', (_, css) => {
    expect(cssProblem(css)).toBe('has 13 alternatives and negations, and may have 12')
  })
})
