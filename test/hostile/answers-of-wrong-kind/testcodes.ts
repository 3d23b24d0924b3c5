import type { WebsiteFixtures, WebsiteTestcodes } from "pe";

const opens = ({ open }: WebsiteFixtures) => open("home_url");

const testcodes: WebsiteTestcodes = {
  number: opens,
  list: opens,
  object: opens,
  nothing: opens,
  missing: opens,
  prototype: opens,
  long: opens,
};
export default testcodes;
