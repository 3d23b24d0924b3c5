import type { Contract, ContractClass, ContractFile, ContractFunction } from '../../../../contracts/schema.ts'

/** All sections of a contract. */
export function ContractText({ contract }: { readonly contract: Contract }) {
  const { overview, stories, constraints, directory, knowledge, dependencies, api } = contract
  const needs = dependencies.map(({ file, needs: all }) => ({ name: file, description: `needs ${all.join(', ')}` }))
  return (
    <>
      <h4>Overview</h4>
      <p>{overview}</p>
      <Items title="Stories" items={stories} />
      <Items title="Constraints" items={constraints} />
      <Items title="Directory" items={directory.map(({ path, description }) => ({ name: path, description }))} />
      <Items title="Shared knowledge" items={knowledge} />
      <Items title="Dependencies" items={needs} />
      <h4>API</h4>
      <ul>
        {api.map((file) => (
          <FileItem key={file.path} file={file} />
        ))}
      </ul>
    </>
  )
}

interface Item {
  readonly name: string
  readonly description: string
}

function Items({ title, items }: { readonly title: string; readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <List items={items} />
    </>
  )
}

function List({ items }: { readonly items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map(({ name, description }, index) => (
        <li key={index}>
          <code>{name}</code> {description}
        </li>
      ))}
    </ul>
  )
}

function FileItem({ file }: { readonly file: ContractFile }) {
  const { path, description, owner, globals, classes, functions } = file
  return (
    <li>
      <code>{path}</code> {owner !== '' && `(${owner})`} {description}
      <List items={globals.map(typed)} />
      {classes.length > 0 && (
        <ul>
          {classes.map((each) => (
            <ClassItem key={each.name} item={each} />
          ))}
        </ul>
      )}
      <List items={functions.map(signed)} />
    </li>
  )
}

function ClassItem({ item: { name, description, bases, attributes, methods } }: { readonly item: ContractClass }) {
  return (
    <li>
      <code>class {bases.length === 0 ? name : `${name}(${bases.join(', ')})`}</code> {description}
      <List items={[...attributes.map(typed), ...methods.map(signed)]} />
    </li>
  )
}

function typed({ name, type, description }: Item & { readonly type: string }): Item {
  return { name: type === '' ? name : `${name}: ${type}`, description }
}

function signed({ name, parameters, returns, description }: ContractFunction): Item {
  const inner = parameters.map(
    (each) => `${each.name}${each.optional ? '?' : ''}${each.type === '' ? '' : `: ${each.type}`}`,
  )
  return { name: `${name}(${inner.join(', ')})${returns === '' ? '' : ` → ${returns}`}`, description }
}
