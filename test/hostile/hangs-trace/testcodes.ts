import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  press: async ({ open, element }) => {
    await open("home_url");
    await (await element("button")).click();
  },
  next: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
  },
  after: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
  },
};
export default testcodes;
