import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Mark } from '../../ui/icons/mark.tsx';
import { Inline, Stack } from '../../ui/layout/boxes.tsx';
import { TextLink } from '../../ui/layout/text-link.tsx';
import { changeLanguage, otherLanguage, otherName } from '../../ui/locale/locale.ts';
import { product } from '../../ui/product.ts';
import { authText as text } from './auth-text.ts';
import { DayPicture } from './day-picture.tsx';

const siteLinks = () => [
  { label: text.about, to: paths.home },
  { label: text.privacy, to: paths.privacyPolicy },
  { label: text.terms, to: paths.termsOfService },
];

/** The brand, one doctor's morning and the claim; on a phone only the brand. */
function Panel() {
  const onWide = { xs: 'none', md: 'block' };
  return (
    <Box
      component="aside"
      aria-label={product}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 4,
        px: { xs: 2, sm: 6, md: 5, lg: 8 },
        pt: { xs: 2, md: 5 },
        pb: { xs: 2, md: 7 },
        bgcolor: 'rail.ground',
        color: 'rail.ink',
      }}
    >
      <Inline gap={1.25}>
        <Mark size={32} />
        <Typography sx={{ fontWeight: 600, fontSize: '1rem', color: '#fff' }}>{product}</Typography>
      </Inline>
      <Box sx={{ display: onWide }}>
        <DayPicture />
      </Box>
      <Box sx={{ display: onWide }}>
        <Typography
          sx={{ fontSize: '1.5rem', lineHeight: '2rem', fontWeight: 600, color: '#fff', letterSpacing: '-.01em' }}
        >
          {text.claim}
        </Typography>
        <Typography sx={{ mt: 0.5, fontSize: '1rem', lineHeight: '1.5rem', maxWidth: 440, textWrap: 'balance' }}>
          {text.claimHint}
        </Typography>
      </Box>
    </Box>
  );
}

/** Code of all signed-in pages, loaded while somebody types the sign-in. */
const loadDesk = (): unknown => import('./page-shell.tsx').catch(() => undefined);

const small = {
  color: 'text.secondary',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { xs: 44, md: 24 },
  fontSize: 'inherit',
} as const;

/** Sign-in and related pages: a picture on one side, the form on the other. */
export function AuthShell() {
  const isSignIn = useLocation().pathname === paths.signIn;
  return (
    <Stack
      sx={{
        minHeight: '100vh',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '46% minmax(0, 1fr)' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
      }}
    >
      <Panel />
      <Stack
        component="main"
        id="main"
        onInput={() => isSignIn && loadDesk()}
        sx={{
          gridTemplateColumns: 'minmax(0, 1fr)',
          gridTemplateRows: '1fr auto',
          justifyItems: 'center',
          px: { xs: 2, sm: 6 },
          pt: { xs: 2, md: 3 },
          pb: { xs: 2, md: 3 },
          bgcolor: 'background.paper',
        }}
      >
        {/* From the top, so that what is under the pointer stays when the fields change. */}
        <Box sx={{ width: '100%', maxWidth: 400, mt: { xs: 1, md: 'max(16px, calc(50vh - 262px))' }, pb: 4 }}>
          <Outlet />
        </Box>
        <Box
          component="nav"
          aria-label={text.about}
          sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: 3, fontSize: '0.8125rem' }}
        >
          {siteLinks().map(({ label, to }) => (
            <TextLink key={to} to={to} sx={small}>
              {label}
            </TextLink>
          ))}
          <MuiLink component="button" type="button" lang={otherLanguage} onClick={changeLanguage} sx={small}>
            {otherName}
          </MuiLink>
        </Box>
      </Stack>
    </Stack>
  );
}
