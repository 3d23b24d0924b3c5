/** Shared by the tests of website. */

const FORM = `<title>Form</title><h1 id=title>Hello</h1>
  <form method=get action=/sent><input id=name name=name><select id=colour name=colour>
  <option value=r>Red</option><option value=g>Green</option></select><button id=send>Send</button></form>
  <p class="note first">One</p><p class=note>Two</p><p id=hidden hidden>Secret</p><a href=/other>Other page</a>`

export const routes = {
  '/': FORM,
  '/sent': `js:response.writeHead(200, html).end('<title>Sent</title>' + request.url)`,
  '/other': '<title>Other</title>',
  '/attributes': `<input type=checkbox id=on checked><input id=plain><p id=styled style="color:red"></p><label id=label for=on>on</label>`,
  '/slow': `<button id=go onclick="fetch('/late').then(r => r.text()).then(t => setTimeout(() => out.textContent = t))">go</button>
    <p id=out></p>`,
  '/late': `js:setTimeout(() => response.writeHead(200, html).end('arrived'), 400)`,
  '/leave': `<button id=go onclick="fetch('/late').then(() => { location.href = '/other' })">go</button>`,
  '/alert': `<button id=go onclick="fetch('/late').then(() => { alert('Are you sure?') })">go</button>`,
  '/alert-later': `<button id=go>go</button><script>
    go.onclick = () => setTimeout(() => alert('Are you sure?'), new URLSearchParams(location.search).get('after'))</script>`,
  '/forged': `<title>honest</title><p id=real>real</p><script>
    const any = document.getElementById('real')
    Document.prototype.querySelector = () => any
    Document.prototype.querySelectorAll = () => [any]
    Document.prototype.evaluate = () => ({ singleNodeValue: any, snapshotLength: 1, snapshotItem: () => any })
    Object.defineProperty(Document.prototype, 'title', { get: () => 'FORGED' })
    Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'FORGED' })
    Object.defineProperty(HTMLElement.prototype, 'innerText', { get: () => 'FORGED' })</script>`,
  '/date': '<input type=date id=date max=2099-12-31><input type=datetime-local id=time max="2099-12-31T23:59">',
  '/copy': `<p id=text>To be copied</p><button id=copy onclick="navigator.clipboard.writeText('To be copied')">copy</button>`,
  '/made': `<p id=text>served</p><iframe id=data src="data:text/html,<p id=text>Made</p>"></iframe><iframe id=blob></iframe>
    <a id=go>go</a><script>
    const made = () => URL.createObjectURL(new Blob(['<p id=text>Made</p>'], { type: 'text/html' }))
    blob.src = made()
    go.onclick = () => { location = made() }</script>`,
  '/cdn': `<script src="https://cdn.example/chart.js"></script><script src="https://unpkg.com/evil"></script>
    <script src="https://unpkg.com/../secret.js"></script><p id=text>shown</p>`,
  '/library': `<link rel=stylesheet href="https://cdn.jsdelivr.net/npm/plain@1/dist/plain.css" crossorigin>
    <p id=text>plain</p><p id=more></p><script src="https://unpkg.com/plain"></script>`,
  '/broken': `js:response.writeHead(500, html).end('<p id=text>it broke</p>')`,
  '/to-broken': '<a id=go href=/broken>go</a>',
}

export const testcodes = {
  acts: `
def test(driver, url):
    driver.get(url)
    assert driver.title == 'Form' and driver.current_url == url
    assert driver.find_element(By.ID, 'title').text == 'Hello'
    field = driver.find_element(By.NAME, 'name')
    field.send_keys('wrong')
    field.clear()
    field.send_keys('Zoë & 新')
    assert field.get_attribute('value') == 'Zoë & 新'
    ui.Select(driver.find_element(By.CSS_SELECTOR, '#colour')).select_by_index(1)
    assert driver.find_element(By.ID, 'colour').get_attribute('value') == 'g'
    assert [each.text for each in driver.find_elements(By.CLASS_NAME, 'note')] == ['One', 'Two']
    assert driver.find_element(By.XPATH, '//form').tag_name == 'form'
    assert not driver.find_element(By.ID, 'hidden').is_displayed()
    assert driver.find_element(By.ID, 'title').value_of_css_property('font-size') is not None
    driver.find_element(By.ID, 'send').click()
    assert driver.title == 'Sent' and 'colour=g' in driver.page_source
    driver.get(url)
    driver.find_element(By.LINK_TEXT, 'Other page').click()
    assert driver.title == 'Other'`,
  remembers: `
def test(driver):
    assert driver.title == 'Other'`,
  names: `
def test(driver):
    for name in (By, time, pyperclip, string, ui, os, csv, utils, datetime, calendar):
        assert name is not None
    assert datetime.today().year > 2000 and calendar.month_name[1] == 'January'
    assert utils.string_similarity('abcd', 'abcx') == 0.75 and utils.string_similarity('', '') == 1
    assert os.path.join('a', 'b') == 'a/b' and string.punctuation`,
  ancestor: `
def test(driver, url):
    driver.get(url)
    inner = driver.find_element(By.ID, 'name')
    assert utils.selenium_find_minimum_ancestor(driver, inner, By.ID, 'send').tag_name == 'form'
    try:
        utils.selenium_find_minimum_ancestor(driver, inner, By.ID, 'nowhere')
    except Exception as error:
        return
    raise AssertionError('it was found')`,
  settles: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'go').click()
    assert driver.find_element(By.ID, 'out').text == 'arrived'`,
  attributes: `
def test(driver, url):
    driver.get(url)
    box = driver.find_element(By.ID, 'on')
    assert box.get_attribute('checked') == 'true'
    box.click()
    assert box.get_attribute('checked') is None
    assert driver.find_element(By.ID, 'plain').get_attribute('maxlength') is None
    assert driver.find_element(By.ID, 'styled').get_attribute('style') == 'color: red;'
    assert driver.find_element(By.ID, 'label').get_attribute('for') == 'on'`,
  leaves: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'go').click()
    assert driver.title == 'Other'`,
  alert: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'go').click()
    alert = driver.switch_to.alert
    assert alert.text == 'Are you sure?'
    alert.accept()
    assert 'go' in driver.page_source`,
  'no-alert': `
def test(driver, url):
    driver.get(url)
    driver.switch_to.alert.accept()`,
  'forged-element': `
def test(driver, url, element):
    driver.get(url)
    driver.find_element(By.ID, element).click()`,
  'forged-xpath': `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.XPATH, '//h6')`,
  honest: `
def test(driver, url):
    driver.get(url)
    assert driver.title == 'honest' and 'FORGED' not in driver.page_source.split('<script>')[0]
    assert driver.find_element(By.ID, 'real').text == 'real'`,
  'types-dates': `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'date').send_keys('20250304')
    driver.find_element(By.ID, 'time').send_keys('2025-03-07-13-05')
    assert driver.find_element(By.ID, 'date').get_attribute('value') == '2025-03-04'
    assert driver.find_element(By.ID, 'time').get_attribute('value') == '2025-03-07T13:05'`,
  clipboard: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'copy').click()
    assert pyperclip.paste() == 'To be copied'`,
  'frames-made': `
def test(driver, url):
    driver.get(url)
    for frame in ('data', 'blob'):
        driver.switch_to.frame(driver.find_element(By.ID, frame))
        assert 'Made' not in driver.page_source
        driver.switch_to.default_content()
    assert driver.find_element(By.ID, 'text').text == 'served'`,
  'window-made': `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'go').click()
    assert 'Made' in driver.page_source`,
  cdn: `
def test(driver, url):
    driver.get(url)
    assert driver.find_element(By.ID, 'text').is_displayed()`,
  library: `
def test(driver, url):
    driver.get(url)
    assert driver.find_element(By.ID, 'text').value_of_css_property('color') == 'rgba(1, 2, 3, 1)'
    assert driver.find_element(By.ID, 'more').text == 'loaded'`,
  'asserts-nothing': `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'go').click()`,
  fails: `
def test(driver, url):
    driver.get(url)
    assert driver.title == 'Something else', 'the title is another'`,
}
