/** Shared by the tests of faults. */
import { open, website } from './fixtures.ts'

const crash = `<h1>Real</h1><script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const routes = {
  '/': '<title>Home</title><h1 id=title>Home</h1><button id=go>go</button>',
  '/hang': '<title>Hang</title><button id=go onclick="while (true);">go</button>',
  '/crash': crash,
  '/never': `js:response.writeHead(200, html).write('<h1>so far</h1>')`,
  '/end': `js:response.writeHead(200, html).end('bye'); setTimeout(() => process.exit(7), 50)`,
  '/broken': `js:response.writeHead(500, html).end('broken')`,
  '/cookie': `js:response.writeHead(200, { ...html, 'set-cookie': 'who=me' }).end('set')`,
  '/who': `js:response.writeHead(200, html).end('<p id=who>' + (request.headers.cookie ?? 'nobody') + '</p>')`,
}

const testcodes = {
  opens: `
def test(driver, url):
    driver.get(url)`,
  presses: `
def test(driver, url, button):
    driver.get(url)
    driver.find_element(By.ID, button).click()`,
  path: `
def test(driver, url, button):
    driver.get(url)
    try:
        driver.find_element(By.XPATH, button).click()
    except Exception:
        pass`,
  'path-around': `
def test(driver, url, button):
    driver.get(url)
    driver.find_element(By.XPATH, f"//button[@id='{button}']").click()`,
  literal: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'nowhere')`,
  index: `
def test(driver, url):
    driver.get(url)
    driver.find_elements(By.CLASS_NAME, 'nowhere')[0].click()`,
  raises: `
def test(driver, url):
    try:
        driver.find_element(By.XPATH, '//h6')
    except:
        raise Exception("Can't find it")`,
  exits: `
def test(driver, url):
    raise SystemExit(0)`,
  returns: `
def test(driver, url):
    return 'something'`,
  sleeps: `
def test(driver, url):
    while True:
        try:
            time.sleep(60)
        except:
            pass`,
  computes: `
def test(driver, url):
    sum(range(10 ** 12))`,
  cookie: `
def test(driver, url):
    driver.get(url)`,
  who: `
def test(driver, url):
    driver.get(url)
    assert driver.find_element(By.ID, 'who').text == 'who=me'`,
  package: `
def test(driver, url):
    pd.read_csv`,
  broken: `
def test(driver, url)
    pass`,
}
export const sites = (setup = {}) => open({ ...website(routes), testcodes, setup: { testcodeTimeout: 6000, ...setup } })
