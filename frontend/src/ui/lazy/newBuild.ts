/** The builds that this tab was reloaded for, so that none reloads it twice. */
const storageKey = 'reloadedFor';
/** Maximum number of builds that are remembered. */
const maxBuilds = 20;

const findCurrentBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

/** The build of the server, if it differs from that of this tab. */
export async function findNewBuild(): Promise<string | undefined> {
  const current = findCurrentBuild();
  // The development server has no builds.
  if (!current) return undefined;
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    const { build } = (await response.json()) as { build?: unknown };
    return typeof build === 'string' && build !== current ? build : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reloads the tab for a new build, once for each build, and not while a handler of `beforeunload`
 * objects. Returns whether it reloads.
 */
export function reloadFor(build: string): boolean {
  try {
    const earlier = (sessionStorage.getItem(storageKey) ?? '').split(' ');
    if (earlier.includes(build)) return false;
    if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false;
    sessionStorage.setItem(storageKey, [...earlier, build].slice(-maxBuilds).join(' ').trim());
  } catch {
    // Without storage nothing would stop a loop of reloads.
    return false;
  }
  location.reload();
  return true;
}
