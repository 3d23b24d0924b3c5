import type { WebsiteTestcodes } from "pe";

const testcodes: WebsiteTestcodes = {
  heading: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
  },
  press: async ({ open, element, dialogs, expect }) => {
    await open("home_url");
    await (await element("button")).click();
    expect(dialogs.map(({ message }) => message)).toEqual(["Done"]);
  },
  answer: async ({ open, element }) => {
    await open("home_url");
    await (await element("button")).click();
  },
};
export default testcodes;
