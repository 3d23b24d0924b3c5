import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  "finds-itself": async ({ open, page, expect }) => {
    await open("home_url");
    await page.getByRole("link", { name: "Scan" }).click({ timeout: 35_000 });
    await expect(page.locator("#result")).toHaveText("found: 8000", {
      timeout: 35_000,
    });
  },
};
export default testcodes;
