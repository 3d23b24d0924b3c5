import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { missionSchemaText } from "../scripts/schemas.ts";

it("keeps the JSON schema of mission files up to date (npm run schemas writes it)", async () => {
  expect(await readFile("missions/mission.schema.json", "utf8")).toBe(
    await missionSchemaText(),
  );
});
