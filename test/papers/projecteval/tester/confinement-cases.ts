/** Shared by the tests of confinement. */
import { HOME } from './fixtures.ts'

const attachment = (name: string, content: string) =>
  `js:response.writeHead(200, { ...html, 'content-disposition': 'attachment; filename="${name}"' }).end(${JSON.stringify(content)})`

export const routes = {
  '/': '<h1 id=title>Home</h1>',
  '/files': `<a id=table href=/table>table</a><a id=page href=/page>page</a>
    <form id=form method=post enctype=multipart/form-data action=/upload><input type=file id=file name=file><button id=send>send</button></form>`,
  '/table': attachment('table.csv', 'Coffee;12345\n'),
  '/page': attachment('page.html', '<h1>From the download</h1>'),
  '/unasked': `<h1>unasked</h1><button id=other>nothing</button>
    <script>const a = document.createElement('a'); a.href = '/table'; a.click()</script>`,
  '/upload': `js:let body = ''; request.setEncoding('utf8').on('data', (text) => { body += text })
    .on('end', () => response.writeHead(200, html).end('<pre>' + body + '</pre>'))`,
  '/away': `js:response.writeHead(302, { location: 'http://elsewhere.example/' }).end()`,
}

export const testcodes = {
  opens: `
def test(driver, url):
    driver.get(url)`,
  downloads: `
def test(driver, path):
    driver.get('${HOME}files')
    driver.find_element(By.ID, 'table').click()
    path = os.path.expandvars(path)
    assert os.path.getsize(path) > 0
    with open(path, 'r', encoding='utf-8') as file:
        assert 'Coffee' in file.read()`,
  reads: `
def test(driver, path):
    assert os.path.getsize(os.path.expandvars(path)) > 0`,
  shows: `
def test(driver, path):
    driver.get('${HOME}files')
    driver.find_element(By.ID, 'page').click()
    driver.get('about:blank')
    driver.get(os.path.expandvars(path))
    assert driver.find_element(By.TAG_NAME, 'h1').text == 'From the download'`,
  'clicks-nothing': `
def test(driver, path):
    driver.get('${HOME}unasked')
    driver.find_element(By.ID, 'other').click()
    assert os.path.getsize(os.path.expandvars(path)) > 0`,
  uploads: `
def test(driver, name):
    driver.get('${HOME}files')
    driver.find_element(By.ID, 'file').send_keys(os.getcwd() + "\\\\data\\\\material\\\\" + name)
    driver.find_element(By.ID, 'send').click()
    assert 'A material' in driver.page_source`,
  'uploads-path': `
def test(driver, path):
    driver.get('${HOME}files')
    driver.find_element(By.ID, 'file').send_keys(path)`,
  swallows: `
def test(driver, url):
    try:
        driver.get(url)
    except:
        pass`,
  exists: `
def test(driver, path):
    assert os.path.exists(path) and open(path)`,
}
