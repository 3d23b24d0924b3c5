import * as z from 'zod'

/** The sockets that a gate listens on, as paths of the host, with their destinations. */
export const planSchema = z.object({
  /** An HTTP proxy to some hosts. */
  proxy: z.object({ socket: z.string(), hosts: z.array(z.string()) }).optional(),
  /** Ports of this machine's loopback. */
  ports: z.array(z.object({ socket: z.string(), port: z.number() })),
})
export type Plan = z.infer<typeof planSchema>

/** Sent once when all sockets are open, and then in answer to each message. */
export const replySchema = z.object({
  /** The hosts whose last connection attempt failed. */
  unreachable: z.string().optional(),
})
export type Reply = z.infer<typeof replySchema>
