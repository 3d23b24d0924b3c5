import { gzipSync } from 'node:zlib'
import type { ReportWriter, SingleFileWriter } from '../setup.ts'
import type { Assets } from './assets.ts'
import { toScript } from './chunk.ts'
import { chunkElement, pageEnd, pageStart, type Form, type PageHead } from './page.ts'

/** The forms of a report on disk. It is written chunk by chunk, so that only one chunk is in memory. */
export interface ReportForm {
  readonly form: Form
  begin(head: PageHead): Promise<void>
  chunk(name: string, json: string): Promise<unknown>
  /** A picture of the report's own. @returns its address */
  picture(name: string, content: Uint8Array): Promise<string>
  end(): Promise<void>
}

/** A page, and beside it a folder with a script for each chunk. */
export function folderForm(writer: ReportWriter, assets: Assets): ReportForm {
  let page = ''
  return {
    form: 'beside',
    begin(head) {
      page = pageStart(head, assets, 'beside') + pageEnd(assets)
      return Promise.resolve()
    },
    chunk: (name, json) => writer.write(`${name}.js`, toScript(name, json)),
    picture: (name, content) => writer.write(name, content),
    end: () => writer.end(page),
  }
}

/** One page that holds everything. */
export function singleFileForm(writer: Omit<SingleFileWriter, keyof AsyncDisposable>, assets: Assets): ReportForm {
  return {
    form: 'inside',
    begin: (head) => writer.append(pageStart(head, assets, 'inside')),
    chunk: (name, json) => writer.append(chunkElement(name, gzipSync(json))),
    picture: (_name, content) => Promise.resolve(`data:image/png;base64,${Buffer.from(content).toString('base64')}`),
    end: async () => {
      await writer.append(pageEnd(assets))
      await writer.end()
    },
  }
}
