import Link from '@mui/material/Link';
import { call } from '../../shared/api/client.ts';
import { useMeetLink } from './api/queries.ts';
import { useWhose } from './api/use-whose.ts';
import { SettingPage } from './components/setting-page.tsx';
import { linkProblem } from './rules.ts';
import { linkText } from './text.ts';

/** Meeting link manager (/meet-link), sections 2, 5 and 8. */
export default function MeetLinkPage() {
  const { pocId, name } = useWhose();
  const link = useMeetLink(pocId);
  return (
    <SettingPage
      text={linkText}
      draft="meet-link"
      query={{ ...link, data: link.data?.link }}
      pocId={pocId}
      name={name}
      shown={(value) => (
        <Link href={value} target="_blank" rel="noreferrer">
          {value}
        </Link>
      )}
      field={{ inputMode: 'url', maxLength: 300 }}
      problem={linkProblem}
      wire={(input) => input.trim()}
      save={(value) => call('updateLink', { pocId: pocId ?? '', link: value })}
    />
  );
}
