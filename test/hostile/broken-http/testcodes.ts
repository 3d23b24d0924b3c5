import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open("home_url");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
};

const testcodes: WebsiteTestcodes = {
  garbage: opens,
  "header-flood": opens,
  "long-header": opens,
  "short-body": opens,
  "odd-status": opens,
  nothing: opens,
};
export default testcodes;
