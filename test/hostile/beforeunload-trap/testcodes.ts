import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const presses = async ({ open, page, element, expect }: WebsiteFixtures) => {
  await open("home_url");
  await (await element("button")).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
};

const testcodes: WebsiteTestcodes = {
  press: presses,
  asked: presses,
  hang: presses,
  hung: presses,
  after: presses,
};
export default testcodes;
