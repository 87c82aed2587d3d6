import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { useCall, useCommand } from '../../shared/api/hooks.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { SettingPage } from './components/setting-page.tsx';
import { linkProblem } from './rules.ts';
import { linkText } from './text.ts';

/** Meeting link manager (/meet-link), sections 2, 5 and 8. */
export function MeetLinkPage() {
  const { pocId } = useIdentity();
  const client = useQueryClient();
  const link = useCall('getLink', { pocId: pocId ?? '' }, { enabled: pocId !== null });
  const update = useCommand('updateLink');
  return (
    <SettingPage
      text={linkText}
      query={{ ...link, data: link.data?.link }}
      pocId={pocId}
      shown={(value) => (
        <Link href={value} target="_blank" rel="noreferrer">
          {value}
        </Link>
      )}
      field={{ inputMode: 'url', maxLength: 300 }}
      problem={linkProblem}
      wire={(typed) => typed.trim()}
      save={async (value) => {
        await update.mutateAsync({ request: { pocId: pocId ?? '', link: value } });
        await client.invalidateQueries({ queryKey: ['getLink'] });
      }}
    />
  );
}
