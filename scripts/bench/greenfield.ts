/**
 * Judges the two published programs of Greenfield-5, of which nothing is in this repository: `PE_GREENFIELD_DIR=DIR npm run
 * bench -- greenfield [OUT]`. DIR has `workspaces/plane` and `workspaces/city`; the run is written to OUT (reports).
 * The values of the parameters are ours; the programs have no button, no second colour and no place for most of them.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'

const root = path.join(import.meta.dirname, '../..')

/** Mission → the published program, and where things are in its window of 800 × 600 pixels. */
const PROGRAMS = {
  'plane-battle': {
    workspace: 'plane',
    answers: {
      // The program draws over its whole window, and shows no number and no bar.
      ...{ field: '0,0,800,568', enemies: '0,570,100,30', won: '#ffffff', lost: '#808080' },
      ...{ plane: '#00ff00', enemy: '#0000ff', bullet: '#ffff00', shell: '#ff0000' },
      ...{ up: 'Up', down: 'Down', left: 'Left', right: 'Right', fire: 'Space', battle: 'b', practice: 'p' },
    },
  },
  'city-sim': {
    workspace: 'city',
    answers: {
      // The resources are written over the cells at the top left, so the map is what is beside them.
      ...{ map: '192,0,608,576', cell: '192,0,32,32' },
      ...{ money: '96,6,94,34', energy: '102,46,88,34', alert: '8,84,180,36', day: '10,140,60,34' },
      // Everything that is built is a green house.
      ...{ house: '#00ff00', road: '#808080', plant: '#0000ff' },
      ...{ road_button: '10,200,100,40', house_button: '10,260,100,40', plant_button: '10,320,100,40' },
      ...{ clear_button: '10,380,100,40', next_day: 'n', run_days: 'r' },
    },
  },
} as const

const source = process.env['PE_GREENFIELD_DIR']
if (source === undefined)
  throw new Error('PE_GREENFIELD_DIR is not set: the folder with workspaces/plane and workspaces/city')
const [out = 'reports', ...flags] = process.argv.slice(2)
const folder = await mkdtemp(path.join(tmpdir(), 'pe-greenfield-'))
try {
  for (const [mission, { workspace, answers }] of Object.entries(PROGRAMS)) {
    const place = path.join(folder, mission)
    await mkdir(place)
    await cp(path.join(source, 'workspaces', workspace), path.join(place, 'project'), { recursive: true })
    await writeFile(path.join(place, 'launch.json'), JSON.stringify({ run: ['python3', 'main.py'] }))
    await writeFile(path.join(place, 'answers.json'), JSON.stringify({ '*': answers }))
  }
  const missions = ['--missions', Object.keys(PROGRAMS).join(',')]
  const argv = ['run', '--agent', `folder:${folder}`, ...missions, '--out', out, ...flags]
  const { exitCode } = await execa('node', [path.join(root, 'bin/pe.mjs'), ...argv], {
    stdio: 'inherit',
    reject: false,
  })
  process.exitCode = exitCode ?? 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
