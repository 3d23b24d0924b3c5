/** The architectures that the filter supports, by Node's names. */
export type Architecture = 'x64' | 'arm64'

/** `AUDIT_ARCH_…` of linux/audit.h: the kernel's identifier for the architecture of a system call. */
export const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
}

export function thisArchitecture(): Architecture | undefined {
  return process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64') ? process.arch : undefined
}
