const test = (...lines: readonly string[]) => ({
  source: ['def test(driver, home_url):', '    driver.get(home_url)', ...lines.map((line) => `    ${line}`)].join('\n'),
  function: 'test',
  parameters: ['home_url'],
})

export default {
  truth: test("assert driver.find_element(By.ID, 'go').text == driver.title == 'Fake'"),
  text: test("assert driver.find_element(By.ID, 'go').text == 'Real'"),
  attribute: test("assert driver.find_element(By.CSS_SELECTOR, '#go').get_attribute('class') == 'Real'"),
  title: test("assert driver.title == 'Real'"),
  later: test(
    "element = driver.find_element(By.ID, 'go')",
    'time.sleep(1)',
    "driver.find_element(By.ID, 'again').click()",
    "assert element.text == 'Real' or driver.find_element(By.XPATH, '//h1').text == 'Real'",
  ),
}
