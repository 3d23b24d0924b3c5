import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readPeople } from '../../harness/commands/people-file.ts'
import { temporaryFolder } from '../helpers.ts'

async function read(text: string) {
  await using folder = await temporaryFolder()
  const file = folder.file('people.csv')
  await writeFile(file, text)
  return await readPeople(file)
}
const HEAD = 'trial,testcode,criterion,person,judgement\n'

describe('the file with judgements of people', () => {
  it('has numbers and decisions; rows that nobody filled in say nothing', async () => {
    const judgements = await read(
      `${HEAD}t1,review-1,"Readable, and short",ann,7.5\nt1,review-2,Limit,ann,Yes\nt1,review-3,Other,ann,\n`,
    )
    expect(judgements).toEqual([
      { trial: 't1', testcode: 'review-1', value: 7.5 },
      { trial: 't1', testcode: 'review-2', value: true },
    ])
  })

  it('may name the run of a trial', async () => {
    const judgements = await read('run,trial,testcode,judgement\nr1,t1,review-1,no\n,t1,review-1,7\n')
    expect(judgements).toEqual([
      { run: 'r1', trial: 't1', testcode: 'review-1', value: false },
      { trial: 't1', testcode: 'review-1', value: 7 },
    ])
  })

  it.each([
    ['t1,r,c,ann,11\n', 'row 2: "11" is neither 0 to 10, nor yes or no'],
    ['t1,r,c,ann,1e1\n', 'row 2: "1e1" is neither'],
    ['t1,r,c,ann,7\nt1,r,c,bob,no\n', 'some people gave t1 r a number, and others yes or no'],
  ])('is refused with the row: %j', async (rows, message) => {
    await expect(read(HEAD + rows)).rejects.toThrow(message)
  })

  it('is refused without a column that counts, or if it is missing', async () => {
    await expect(read('trial,testcode\n')).rejects.toThrow('no column "judgement"')
    await expect(readPeople('/nowhere/people.csv')).rejects.toThrow('there is no file /nowhere/people.csv')
  })
})
