import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open("home_url");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
};

const OWN =
  /^(|about:(blank|srcdoc)|chrome-error:.*|data:.*|(blob:)?http:\/\/localhost:\d+\/.*)$/;

const testcodes: WebsiteTestcodes = {
  data: opens,
  file: opens,
  refresh: opens,
  form: opens,
  external: opens,
  /** What stands in frames must not be of the machine or of others; a browser shows an error in their place. */
  frames: async ({ open, page, expect }) => {
    await open("home_url");
    await expect(page.getByText("ready", { exact: true })).toBeVisible();
    const addresses = page.frames().map((frame) => frame.url());
    expect(addresses.filter((address) => !OWN.test(address))).toEqual([]);
  },
  blob: opens,
  endless: opens,
};
export default testcodes;
