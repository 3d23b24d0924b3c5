import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { root } from '../helpers.ts'

const env = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .strictObject({
      secretKeyRef: z.strictObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() }),
    })
    .optional(),
})
const container = z.strictObject({
  name: z.string(),
  // Without a tag, or with latest, it is pulled each time.
  image: z.string().regex(/^[\w./-]+:(?!latest$)[\w.-]+$/),
  args: z.array(z.string()).optional(),
  env: z.array(env).optional(),
  ports: z.array(z.strictObject({ containerPort: z.int() })).optional(),
  resources: z.strictObject({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().positive(),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
    seccompProfile: z.strictObject({ type: z.literal('Unconfined') }).optional(),
    procMount: z.literal('Unmasked').optional(),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })).optional(),
})
const pod = z.strictObject({
  metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    automountServiceAccountToken: z.literal(false),
    restartPolicy: z.literal('Never').optional(),
    securityContext: z.strictObject({ fsGroup: z.int() }).optional(),
    terminationGracePeriodSeconds: z.int().optional(),
    hostUsers: z.literal(false).optional(),
    containers: z.array(container),
    volumes: z.array(z.record(z.string(), z.unknown())).optional(),
  }),
})
const podSelector = z.strictObject({ matchLabels: z.strictObject({ app: z.string() }) })
const metadata = z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9-]*$/) })
const object = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('networking.k8s.io/v1'),
    kind: z.literal('NetworkPolicy'),
    metadata,
    spec: z.strictObject({
      podSelector,
      policyTypes: z.tuple([z.literal('Ingress')]),
      ingress: z.array(
        z.strictObject({
          from: z.array(z.strictObject({ podSelector })),
          ports: z.array(z.strictObject({ protocol: z.literal('TCP'), port: z.int() })),
        }),
      ),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.int(),
      selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
      template: pod,
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata,
    spec: z.strictObject({ backoffLimit: z.int(), template: pod }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      selector: z.record(z.string(), z.string()),
      ports: z.array(z.strictObject({ port: z.int() })),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('PersistentVolumeClaim'),
    metadata,
    spec: z.record(z.string(), z.unknown()),
  }),
])

describe('the manifests', () => {
  it('have the shapes of Kubernetes, the smallest rights, and selectors that find their pods', async () => {
    const text = await readFile(path.join(root, 'deploy', 'kubernetes.yaml'), 'utf8')
    const objects = parseAllDocuments(text).map((each) => object.parse(each.toJS()))
    const pods = objects.flatMap((each) => ('template' in each.spec ? [each.spec.template as z.infer<typeof pod>] : []))
    const apps = pods.map(({ metadata: { labels } }) => labels['app'])
    for (const each of objects) {
      if (each.kind === 'Service') expect(apps).toContain(each.spec.selector['app'])
      if (each.kind === 'NetworkPolicy')
        for (const selector of [each.spec, ...each.spec.ingress.flatMap(({ from }) => from)])
          expect(apps).toContain(selector.podSelector.matchLabels.app)
      if (each.kind === 'Deployment') expect(each.spec.selector.matchLabels).toEqual(each.spec.template.metadata.labels)
    }
    expect(objects.filter(({ kind }) => kind === 'NetworkPolicy').map((each) => each.metadata.name)).toEqual([
      'pe-redis',
    ])
    expect(text).not.toContain('http://')
    const unconfined = pods.flatMap(({ spec }) => spec.containers).filter((each) => each.securityContext.seccompProfile)
    expect(unconfined.map(({ name }) => name)).toEqual(['worker'])
    const withKeys = pods
      .flatMap(({ spec }) => spec.containers)
      .filter((each) => each.env?.some(({ name }) => name.endsWith('API_KEY')))
    expect(withKeys.map(({ name }) => name)).toEqual(['worker'])
  })
})
