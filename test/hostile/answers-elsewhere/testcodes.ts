import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const opens = async ({ open, page, expect }: WebsiteFixtures) => {
  await open("home_url");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Real");
};

const ANSWERS = [
  ...[
    "data",
    "file",
    "javascript",
    "blob",
    "view-source",
    "chrome",
    "about",
    "filesystem",
    "external",
    "test-net",
  ],
  ...[
    "look-alike-host",
    "credentials",
    "other-port",
    "relative",
    "protocol-relative",
    "number-host",
    "empty",
  ],
];
const testcodes: WebsiteTestcodes = Object.fromEntries(
  ANSWERS.map((id) => [id, opens]),
);
export default testcodes;
