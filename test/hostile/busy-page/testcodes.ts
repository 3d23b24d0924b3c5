import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  press: async ({ open, page, element, expect }) => {
    await open("home_url");
    await (await element("button")).click();
    await expect(page.getByText("Done", { exact: true })).toBeVisible();
  },
  after: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
  },
};
export default testcodes;
