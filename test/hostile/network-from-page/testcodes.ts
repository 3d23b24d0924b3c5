import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  "reaches-nothing": async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.locator("#result")).toHaveText("reached: nothing", {
      timeout: 10_000,
    });
  },
};
export default testcodes;
