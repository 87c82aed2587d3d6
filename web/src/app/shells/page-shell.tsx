import { type LoaderFunction, type ShouldRevalidateFunction, useLoaderData } from 'react-router-dom';
import { type Identity, useSession } from '../../shared/session/session-store.ts';
import { currentIdentity } from '../guards.ts';
import { AdminShell } from './admin-shell.tsx';
import { AuditorShell } from './auditor-shell.tsx';
import { DoctorShell } from './doctor-shell.tsx';
import { PublicShell } from './public-shell.tsx';

const shells = { admin: AdminShell, doctor: DoctorShell, auditor: AuditorShell } as const;

export const pageShellLoader = (async () => (await currentIdentity())?.role ?? null) satisfies LoaderFunction;

/** Whose frame it is doesn't change with a page's filters. */
export const isAnotherPage: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** The signed-in person's own frame, one for all pages, so that it and its socket stay from page to page. */
export function PageShell() {
  const loaded = useLoaderData<Identity['role'] | null>();
  // Another tab may have signed in as somebody else since; the guard finds out, the loader isn't asked again.
  const now = useSession(({ shown }) => shown?.role);
  const Shell = loaded === null ? PublicShell : shells[now ?? loaded];
  return <Shell />;
}
