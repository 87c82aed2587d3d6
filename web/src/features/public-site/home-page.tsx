import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { company } from '../../shared/company.ts';
import { paths } from '../../shared/paths.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { Bold, Inline, PlainList, Span } from '../../ui/layout/boxes.tsx';
import { filled } from '../../ui/locale/filled.ts';
import { BookingConversation } from './components/booking-conversation.tsx';
import { ContactForm } from './components/contact-form.tsx';
import { Band, BandTitle, Lead, SiteTitle, Text } from './components/site-text.tsx';
import { homeText as home } from './text.ts';

const grid = (columns: string, gap: number) => ({
  display: 'grid',
  gap: { xs: 3, md: gap },
  gridTemplateColumns: { xs: '100%', md: columns },
});

/** The company's home page (/home), section 2: hero, about, services, benefits, contact. */
export default function HomePage() {
  return (
    <>
      <Hero />
      <About />
      <Services />
      <Benefits />
      <Contact />
    </>
  );
}

function Hero() {
  return (
    <Box component="section" sx={{ bgcolor: 'background.default', pt: { xs: 5, md: 9 }, pb: { xs: 7, md: 11 } }}>
      <Box
        sx={{
          maxWidth: 1120,
          mx: 'auto',
          px: { xs: 2, md: 3 },
          ...grid('minmax(0, 1fr) 460px', 9),
          alignItems: 'center',
        }}
      >
        <Box>
          <SiteTitle title={home.title}>{home.claim}</SiteTitle>
          <Box sx={{ mt: 2.5 }}>
            <Lead>{home.lead}</Lead>
          </Box>
          <Box sx={{ mt: 4, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <BigLink to={paths.chatbot}>{home.seeChatbot}</BigLink>
            <BigLink to={`${paths.home}#contact`} quiet>
              {home.contact}
            </BigLink>
          </Box>
        </Box>
        <BookingConversation />
      </Box>
    </Box>
  );
}

function BigLink({ to, quiet = false, children }: { to: string; quiet?: boolean; children: string }) {
  return (
    <LinkButton
      to={to}
      {...(quiet ? { variant: 'outlined' as const } : {})}
      sx={{ minHeight: 48, px: 3, fontSize: '1rem' }}
    >
      {children}
    </LinkButton>
  );
}

function About() {
  return (
    <Band id="about">
      <Box sx={{ ...grid('minmax(0, 1fr) 420px', 9), alignItems: 'center' }}>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <BandTitle id="about">{home.about}</BandTitle>
          <Lead>{home.aboutLead}</Lead>
          <Text>{home.aboutText}</Text>
        </Box>
        <SampleDay />
      </Box>
    </Band>
  );
}

/** Made-up figures, labelled as a sample. */
function SampleDay() {
  return (
    <Paper sx={{ p: 3, fontSize: '0.9375rem' }}>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{home.sample}</Box>
      <Box sx={{ mt: 0.5, mb: 1.5, fontSize: '1.125rem' }}>
        {filled(home.appointments, {
          count: <Bold sx={{ fontSize: '2.5rem', lineHeight: '3rem', letterSpacing: '-.02em' }}>88</Bold>,
        })}
      </Box>
      <Box
        role="img"
        aria-label={home.sampleParts}
        sx={{ display: 'flex', gap: '3px', height: 16, mb: 1, '& > i': { borderRadius: '3px' } }}
      >
        <Box component="i" sx={{ flex: 61, bgcolor: 'primary.main' }} />
        <Box component="i" sx={{ flex: 27, bgcolor: 'primary.main', opacity: 0.4 }} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <span>{filled(home.byChatbot, { count: <b>61</b> })}</span>
        <span>{filled(home.atDesk, { count: <b>27</b> })}</span>
      </Box>
    </Paper>
  );
}

function Services() {
  return (
    <Band id="services" flush>
      <Box sx={{ display: 'grid', gap: 4 }}>
        <BandTitle id="services">{home.services}</BandTitle>
        <Box sx={grid('repeat(4, minmax(0, 1fr))', 2.5)}>
          {home.offers.map(({ icon, title, text }) => (
            <Paper key={title} component="article" sx={{ px: 2.5, py: 3 }}>
              <Sign name={icon} />
              <Box sx={{ mt: 1.5 }}>
                <Point title={title}>{text}</Point>
              </Box>
            </Paper>
          ))}
        </Box>
        <Paper sx={{ px: 3, py: 2.5, ...grid('224px 1fr', 2), alignItems: 'center' }}>
          <Box component="h3" sx={{ m: 0, fontSize: '1.0625rem', lineHeight: '1.5rem' }}>
            {home.bookable}
          </Box>
          <PlainList
            aria-label={home.bookable}
            sx={{
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, auto)' },
              justifyContent: 'space-between',
            }}
          >
            {home.kinds.map(({ title, text }) => (
              <Box key={title} component="li" sx={{ borderLeft: '1px solid', borderColor: 'divider', pl: 2 }}>
                <Bold sx={{ display: 'block', fontSize: '0.9375rem', lineHeight: '1.375rem' }}>{title}</Bold>
                <Span sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{text}</Span>
              </Box>
            ))}
          </PlainList>
        </Paper>
      </Box>
    </Band>
  );
}

function Benefits() {
  return (
    <Band id="benefits" soft>
      <Box sx={{ display: 'grid', gap: 4 }}>
        <BandTitle id="benefits">{home.benefits}</BandTitle>
        <Box sx={{ ...grid('repeat(3, minmax(0, 1fr))', 6), rowGap: 5 }}>
          {home.reasons.map(({ icon, title, text }) => (
            <Box key={title} component="article" sx={{ display: 'grid', gridTemplateColumns: '28px 1fr', gap: 2 }}>
              <Sign name={icon} />
              <Point title={title}>{text}</Point>
            </Box>
          ))}
        </Box>
      </Box>
    </Band>
  );
}

const Sign = ({ name }: { name: IconName }) => (
  <Icon name={name} size={28} sx={{ color: 'primary.main', display: 'block' }} />
);

function Point({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box>
      <Box component="h3" sx={{ m: 0, mb: 0.5, fontSize: '1.0625rem', lineHeight: '1.5rem' }}>
        {title}
      </Box>
      <Box component="p" sx={{ m: 0, fontSize: '0.9375rem', lineHeight: '1.5rem', color: 'text.secondary' }}>
        {children}
      </Box>
    </Box>
  );
}

function Contact() {
  return (
    <Band id="contact">
      <Box sx={{ ...grid('minmax(0, 1fr) 560px', 9), alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <BandTitle id="contact">{home.contact}</BandTitle>
          <Lead>{home.contactLead}</Lead>
          <Text>{home.contactText}</Text>
          <PlainList sx={{ mt: 1.5, fontSize: '1rem' }}>
            <Feature icon="mail">
              <Box component="a" href={`mailto:${company.email}`} sx={{ color: 'primary.main' }}>
                {company.email}
              </Box>
            </Feature>
            <Feature icon="phone">
              <Box component="a" href={`tel:${company.phone.replaceAll(' ', '')}`} sx={{ color: 'primary.main' }}>
                {company.phone}
              </Box>
            </Feature>
            <Feature icon="place">{company.address}</Feature>
          </PlainList>
        </Box>
        <ContactForm />
      </Box>
    </Band>
  );
}

const Feature = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Inline component="li" gap={1.5} sx={{ minHeight: { xs: 44, md: 36 } }}>
    <Icon name={icon} sx={{ color: 'primary.main', display: 'block' }} />
    {children}
  </Inline>
);
