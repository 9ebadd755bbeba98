/** Of each build that this tab was reloaded for, so that no build reloads it twice. */
const storageKey = 'reloadedFor';
/** So many builds are remembered. */
const mostBuilds = 20;

const nameOfPresentBuild = () => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;

/** The build that the server has now, when it is another one than this tab runs. */
export async function findNewBuild(): Promise<string | undefined> {
  const present = nameOfPresentBuild();
  // The development server makes no builds.
  if (!present) return undefined;
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    const { build } = (await response.json()) as { build?: unknown };
    return typeof build === 'string' && build !== present ? build : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reloads the tab for a new build, where nothing is lost by it: not while
 * something asks before the page is left, and once for each build. Answers
 * whether it reloads.
 */
export function reloadFor(build: string): boolean {
  try {
    const earlier = (sessionStorage.getItem(storageKey) ?? '').split(' ');
    if (earlier.includes(build)) return false;
    if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false;
    sessionStorage.setItem(storageKey, [...earlier, build].slice(-mostBuilds).join(' ').trim());
  } catch {
    // Without storage nothing would end a row of reloads.
    return false;
  }
  location.reload();
  return true;
}
