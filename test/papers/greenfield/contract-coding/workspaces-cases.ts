/** Shared by the tests of workspaces. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditFiles } from '../../../../harness/papers/greenfield/contract-coding/audit.ts'
import { readContractEdits } from '../../../../harness/agents/output/contract.ts'
import { needs, publishedFolder } from '../../../needs.ts'

const folder = path.join(publishedFolder('greenfield'), 'workspaces')

/** File → class → methods, and functions under the empty name. */
const INTERFACES: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>> = {
  plane: {
    'main.py': { '': ['main() -> None'] },
    'game/player.py': { Player: ['move(direction: str) -> None', 'fire_bullet() -> Bullet'] },
    'game/enemy.py': { Enemy: ['move() -> None', 'fire_bullet() -> Bullet'] },
    'game/bullet.py': { Bullet: ['move() -> None'] },
    'game/game_manager.py': {
      GameManager: ['run_game_loop() -> None', 'check_collisions() -> None', 'end_game() -> None'],
    },
  },
  city: {
    'main.py': { Main: ['run(self) -> None'] },
    'core/economy.py': { Economy: ['update_resources(self, buildings: List[Building]) -> None'] },
    'core/buildings.py': { Building: ['get_resource_effect(self) -> Tuple[int, int]'] },
    'core/grid.py': {
      Grid: [
        'place_building(self, building: Building) -> bool',
        '_has_adjacent_road_or_building(self, x: int, y: int) -> bool',
      ],
    },
    'core/hud.py': {
      HUD: [
        'render(self, screen: pygame.Surface) -> None',
        'update(self, money: int, energy: int) -> None',
        'load_assets()',
      ],
    },
    'core/game.py': {
      Game: [
        ...['run(self) -> None', 'handle_mouse_click(self, position: Tuple[int, int]) -> None'],
        'get_grid_coordinates(self, position: Tuple[int, int]) -> Tuple[int, int]',
        'get_selected_building_type(self) -> Optional[str]',
      ],
    },
  },
}

function contractOf(workspace: string) {
  const api = Object.entries(INTERFACES[workspace] ?? {}).map(([file, { '': functions = [], ...classes }]) => ({
    ...{ path: file, functions },
    classes: Object.entries(classes).map(([name, methods]) => ({ name, methods })),
  }))
  return readContractEdits(JSON.stringify({ api })).flatMap(({ part }) => part.api)
}

function filesOf(workspace: string): Map<string, string> {
  const files = readdirSync(path.join(folder, workspace), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.py'))
  return new Map(sources.map((file) => [file, readFileSync(path.join(folder, workspace, file), 'utf8')]))
}

export async function keepsItsContract(workspace: 'plane' | 'city'): Promise<void> {
  describe(`the published program ${workspace}`, await needs('data: greenfield'), () => {
    it('keeps its contract', async () => {
      const found = await auditFiles(contractOf(workspace), filesOf(workspace))
      expect([...found.values()].flat()).toEqual([])
    })

    it('breaks it if a method is renamed, loses its body, or gets a parameter', async () => {
      const contract = contractOf(workspace)
      const files = filesOf(workspace)
      for (const { path: file, classes } of contract)
        for (const { methods } of classes)
          for (const { name } of methods) {
            const text = `${files.get(file) ?? ''}\n`
            const renamed = text.replace(`def ${name}(`, 'def other(')
            const widened = text.replace(`def ${name}(self`, `def ${name}(self, more`)
            const emptied = text.replace(
              new RegExp(`(def ${name}\\([^\\n]*:\\n)(?:(?: {8}.*)?\\n)+`),
              '$1        pass\n\n',
            )
            for (const [broken, kind] of [
              [renamed, 'missing-method'],
              [widened, 'parameters'],
              [emptied, 'placeholder'],
            ] as const) {
              expect(broken).not.toBe(text)
              const found = await auditFiles(contract, new Map([...files, [file, broken]]))
              expect(
                [...found.values()].flat().map((problem) => problem.split(':')[0]),
                `${file} ${name}`,
              ).toContain(kind)
            }
          }
    })
  })
}
