const test = (...lines: readonly string[]) => ({
  source: [
    'def test(driver, home_url):',
    '    driver.get(home_url)',
    '    time.sleep(1)',
    ...lines.map((line) => `    ${line}`),
  ].join('\n'),
  function: 'test',
  parameters: ['home_url'],
})
const READS =
  "assert driver.find_element(By.ID, 'go').text == 'Real' or driver.find_element(By.XPATH, '//h1').get_attribute('class') == 'Real'"

const STEPS = {
  prerendered: ["driver.find_element(By.ID, 'next').click()", 'time.sleep(1)'],
  returned: ["driver.find_element(By.ID, 'next').click()", 'time.sleep(1)', 'driver.back()', 'time.sleep(1)'],
  written: ["driver.find_element(By.ID, 'write').click()"],
}
/** What a person sees there: only then is it the lie that fails. */
const TRUTH =
  "assert driver.find_element(By.ID, 'go').text == 'Fake' and driver.find_element(By.XPATH, '//h1').get_attribute('class') == 'fake'"

export default Object.fromEntries(
  Object.entries(STEPS).flatMap(([name, steps]) => [
    [name, test(...steps, READS)],
    [`${name}-truth`, test(...steps, TRUTH)],
  ]),
)
