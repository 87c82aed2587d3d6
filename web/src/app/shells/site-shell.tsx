import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { company, sitePages } from '../../shared/company.ts';
import { paths } from '../../shared/paths.ts';
import { mayBeSignedIn } from '../../shared/session/signed-in.ts';
import { sharedText } from '../../shared/text.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Mark } from '../../ui/icons/mark.tsx';
import { Inline, lineBelow, Stack } from '../../ui/layout/boxes.tsx';
import { product } from '../../ui/product.ts';
import { siteText as text } from './site-text.ts';

const barHeight = 64;
/** On a phone the bar has two lines. */
const phoneBarHeight = 100;
/** The text column of the public pages, in CSS pixels. */
const width = 1120;

/** The company's public pages: navbar, page, footer. They load no code of the application behind sign-in. */
export function SiteShell() {
  useHashTarget();
  return (
    <Box sx={{ bgcolor: 'background.paper', minHeight: '100vh', fontSize: '1rem', lineHeight: 1.625 }}>
      {/* What a link or the focus leads to isn't hidden by the bar. */}
      <GlobalStyles
        styles={(theme) => ({
          html: { scrollPaddingTop: phoneBarHeight, [theme.breakpoints.up('md')]: { scrollPaddingTop: barHeight } },
        })}
      />
      <SiteBar />
      <Box component="main" id="main">
        <Outlet />
      </Box>
      <SiteFooter />
    </Box>
  );
}

/** Scrolls to the address's fragment, also after the page's chunk has loaded; otherwise to the top. */
function useHashTarget(): void {
  const { hash, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (hash === '') window.scrollTo(0, 0);
    else document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, pathname]);
}

function SiteBar() {
  const { pathname } = useLocation();
  const isSignedIn = mayBeSignedIn();
  return (
    <Inline
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 2,
        minHeight: barHeight,
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        columnGap: { xs: 1.5, md: 4 },
        px: { xs: 2, md: `max(24px, calc(50% - ${width / 2 - 24}px))` },
        pt: { xs: 1, md: 0 },
        bgcolor: 'background.paper',
        ...lineBelow,
      }}
    >
      <Brand />
      <Box
        component="nav"
        aria-label={text.main}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: { xs: 0, md: 1 },
          ml: { md: 'auto' },
          order: { xs: 3, md: 0 },
          width: { xs: '100%', md: 'auto' },
          justifyContent: { xs: 'space-between', md: 'flex-end' },
        }}
      >
        {sitePages().map(({ label, to }) => {
          const here = to === pathname;
          return (
            <Inline
              key={to}
              component={Link}
              to={to}
              {...(here ? { 'aria-current': 'page' as const } : {})}
              sx={{
                px: { xs: 1, md: 1.5 },
                minHeight: { xs: 44, md: 36 },
                borderRadius: 1,
                fontSize: '0.9375rem',
                fontWeight: 600,
                textDecoration: 'none',
                whiteSpace: 'nowrap',
                color: here ? 'primary.main' : 'text.primary',
                bgcolor: here ? 'teal.soft' : 'transparent',
                '&:hover': { bgcolor: 'teal.soft' },
              }}
            >
              {label}
            </Inline>
          );
        })}
      </Box>
      <Inline gap={1} sx={{ ml: { xs: 'auto', md: 0 } }}>
        <LinkButton
          to={paths.chatbot}
          variant="outlined"
          startIcon={<Icon name="chat" />}
          // On a phone there is no room for both; the footer has it too.
          sx={isSignedIn ? { display: { xs: 'none', md: 'inline-flex' } } : {}}
        >
          {text.chatbot}
        </LinkButton>
        {isSignedIn ? (
          <LinkButton to={paths.signIn} sx={{ whiteSpace: 'nowrap' }}>
            {text.back}
          </LinkButton>
        ) : null}
      </Inline>
    </Inline>
  );
}

function Brand() {
  return (
    <Inline
      component={Link}
      to={paths.home}
      gap={1.25}
      sx={{ minHeight: 44, fontWeight: 600, fontSize: '1.125rem', color: 'inherit', textDecoration: 'none' }}
    >
      <Box sx={{ borderRadius: '8px', border: '1px solid', borderColor: 'divider' }}>
        <Mark size={30} />
      </Box>
      {product}
    </Inline>
  );
}

function SiteFooter() {
  return (
    <Box
      component="footer"
      sx={{
        bgcolor: 'rail.ground',
        color: 'rail.ink',
        py: { xs: 5, md: 6 },
        fontSize: '0.9375rem',
        '& a': { color: 'inherit' },
        '& h2': { m: 0, fontSize: '0.875rem', lineHeight: '26px', color: 'rail.mark' },
      }}
    >
      <Stack
        gap={{ xs: 3, md: 6 }}
        sx={{
          maxWidth: width,
          mx: 'auto',
          px: { xs: 2, md: 3 },
          gridTemplateColumns: { xs: '1fr', md: '1.4fr 1.6fr 1fr 1fr' },
        }}
      >
        <Box sx={{ color: 'rail.mark' }}>
          <Brand />
          <Box component="p" sx={{ m: 0, mt: 1, color: 'rail.ink' }}>
            {sharedText.companyLine}
          </Box>
        </Box>
        <Box>
          <h2>{text.company}</h2>
          <Box component="address" sx={{ fontStyle: 'normal', '& a': { display: 'inline-block', minHeight: 24 } }}>
            {company.name}
            <br />
            {company.address}
            <br />
            <a href={`mailto:${company.email}`}>{company.email}</a>
            <br />
            <a href={`tel:${company.phone.replaceAll(' ', '')}`}>{company.phone}</a>
          </Box>
        </Box>
        <FooterLinks title={text.pages} links={sitePages()} />
        <FooterLinks
          title={text.more}
          links={[
            { label: text.chatbot, to: paths.chatbot },
            { label: text.signIn, to: paths.signIn },
            { label: text.privacy, to: paths.privacyPolicy },
            { label: text.terms, to: paths.termsOfService },
          ]}
        />
      </Stack>
    </Box>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly { label: string; to: string }[] }) {
  return (
    <Box component="nav" aria-label={title}>
      <h2>{title}</h2>
      {links.map(({ label, to }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          sx={{
            display: 'block',
            textDecoration: 'none',
            lineHeight: { xs: '44px', md: '26px' },
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          {label}
        </Box>
      ))}
    </Box>
  );
}
