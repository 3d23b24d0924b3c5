import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  "learns-nothing": async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.locator("#result")).toHaveText("learned: nothing", {
      timeout: 8000,
    });
  },
};
export default testcodes;
