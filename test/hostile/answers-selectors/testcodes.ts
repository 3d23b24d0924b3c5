import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const presses = async ({ open, page, element, expect }: WebsiteFixtures) => {
  await open("home_url");
  await (await element("button")).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
};

const ANSWERS = [
  ...[
    "chain",
    "text-engine",
    "role-engine",
    "internal",
    "frame",
    "nth-engine",
    "react",
    "script",
    "xpath-code",
  ],
  ...[
    "many",
    "twice",
    "hidden-in-shadow",
    "quotes",
    "selector-as-id",
    "digits",
  ],
];
const testcodes: WebsiteTestcodes = Object.fromEntries(
  ANSWERS.map((id) => [id, presses]),
);
export default testcodes;
