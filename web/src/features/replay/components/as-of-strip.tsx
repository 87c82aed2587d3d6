import type { AsOf } from '@dayline/contracts/endpoints/audit/as-of';
import Box from '@mui/material/Box';
import { paths, reportPath } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { filled } from '../../../ui/locale/filled.ts';
import { momentText } from '../replay.ts';
import { replayText as text } from '../text.ts';

/** "a permanent banner": below the top bar, also while the page scrolls. */
export function AsOfStrip(props: {
  asOf: AsOf | undefined;
  /** While moments play, they are not announced. */
  isQuiet: boolean;
}) {
  const { asOf, isQuiet } = props;
  const { role } = useIdentity();
  const live = role === 'admin' ? paths.adminTodaysAppointments : paths.audit;
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        top: 48,
        zIndex: 6,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 44,
        mx: -2,
        mt: -2,
        mb: 1.5,
        px: 2,
        py: 0.5,
        borderBottom: '2px solid',
        borderColor: 'status.blocked.main',
        bgcolor: 'status.blocked.soft',
        color: 'status.blocked.main',
        [theme.breakpoints.down('md')]: { mx: -1.5, mt: -1.5, px: 1.5, top: 56 },
      })}
    >
      <Icon name="history" />
      <Box role="status" aria-live={isQuiet ? 'off' : 'polite'} sx={{ flex: 1, minWidth: 0 }}>
        {asOf ? (
          <>
            <b>
              {filled(text.asOfMoment, {
                moment: <time dateTime={asOf.instant}>{momentText(asOf.instant, asOf.zone)}</time>,
              })}
            </b>
            , {text.clinicTime}{' '}
          </>
        ) : null}
        {text.nothingCanBeChanged}
      </Box>
      {asOf ? (
        <LinkButton
          to={reportPath({ month: asOf.date.slice(0, 7), position: asOf.position })}
          variant="text"
          size="small"
          color="inherit"
          sx={{ flexShrink: 0, display: { xs: 'none', md: 'inline-flex' } }}
        >
          {text.report}
        </LinkButton>
      ) : null}
      <LinkButton to={live} variant="outlined" size="small" color="inherit" sx={{ flexShrink: 0 }}>
        {text.backToLive}
      </LinkButton>
    </Box>
  );
}
