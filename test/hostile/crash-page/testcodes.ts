import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const presses = async ({ open, page, element, expect }: WebsiteFixtures) => {
  await open("home_url");
  await (await element("button")).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
};

const testcodes: WebsiteTestcodes = {
  selector: presses,
  deep: presses,
  memory: presses,
  after: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
  },
};
export default testcodes;
