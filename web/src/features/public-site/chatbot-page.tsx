import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Icon, type IconName } from '../../ui/icons/icon.tsx';
import { BookingTalk } from './components/booking-talk.tsx';
import { Band, BandTitle, Lead, SiteTitle, Text } from './components/site-text.tsx';

interface Talk {
  icon: IconName;
  title: string;
  text: string;
  steps: readonly string[];
}

const talks: readonly Talk[] = [
  {
    icon: 'calendar',
    title: 'Booking',
    text: 'A patient says in a line of their own what they need. The bot offers the doctors and the times that are free at this moment.',
    steps: [
      'The patient writes to the hospital’s WhatsApp number.',
      'The bot asks for the department, the doctor and the day, and shows free times to tap.',
      'The place is booked before the bot says so, and the front desk sees it at once.',
    ],
  },
  {
    icon: 'clock',
    title: 'Rescheduling',
    text: 'Plans change in the evening, when nobody answers the phone. The bot moves the appointment and frees the old place.',
    steps: [
      'The patient asks to move the appointment.',
      'The bot shows the next free times of the same doctor.',
      'The new time is taken first; only then does the old one become free for others.',
    ],
  },
  {
    icon: 'cross',
    title: 'Cancelling',
    text: 'A cancelled appointment is a free place for somebody else. So cancelling is as easy as booking.',
    steps: [
      'The patient writes that they cannot come.',
      'The bot names the appointment and asks once whether to cancel it.',
      'The place is free again on every screen, and the history keeps who cancelled it and when.',
    ],
  },
];

/** The WhatsApp chatbot's features (/chatbot), section 2: static text about booking, rescheduling and cancelling. */
export function ChatbotPage() {
  return (
    <>
      <Band soft>
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, md: 9 },
            gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) 460px' },
            alignItems: 'center',
          }}
        >
          <Box>
            <SiteTitle title="Chatbot">Appointments in the chat that patients have open anyway</SiteTitle>
            <Box sx={{ mt: 2.5 }}>
              <Lead>
                The Dayline chatbot books, moves and cancels hospital appointments via WhatsApp, day and night, on the
                same calendar as the front desk.
              </Lead>
            </Box>
            <Button
              component={Link}
              to={`${paths.home}#contact`}
              sx={{ mt: 4, minHeight: 48, px: 3, fontSize: '1rem' }}
            >
              Ask for a Demonstration
            </Button>
          </Box>
          <BookingTalk />
        </Box>
      </Band>
      <Band id="talks">
        <Box sx={{ display: 'grid', gap: 4 }}>
          <BandTitle id="talks">What patients can ask for</BandTitle>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '100%', md: 'repeat(3, minmax(0, 1fr))' } }}>
            {talks.map((talk) => (
              <TalkCard key={talk.title} {...talk} />
            ))}
          </Box>
        </Box>
      </Band>
      <Band id="desk" soft>
        <Box sx={{ display: 'grid', gap: 2, maxWidth: '70ch' }}>
          <BandTitle id="desk">One calendar, no copies</BandTitle>
          <Text>
            The bot holds no list of its own. It asks the hospital's calendar for free times and books there, by the
            same rules as the desk: a full, blocked or passed time is never offered, and the last place is given once.
            Tele consultations are paid upfront; direct consultations can be paid online or at the hospital.
          </Text>
        </Box>
      </Band>
    </>
  );
}

function TalkCard({ icon, title, text, steps }: Talk) {
  return (
    <Paper component="article" sx={{ p: 3, display: 'grid', gap: 1.5, alignContent: 'start' }}>
      <Box sx={{ color: 'primary.main', lineHeight: 0 }}>
        <Icon name={icon} size={28} />
      </Box>
      <Box component="h3" sx={{ m: 0, fontSize: '1.0625rem', lineHeight: '1.5rem' }}>
        {title}
      </Box>
      <Text muted>{text}</Text>
      <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1, fontSize: '0.9375rem', lineHeight: '1.5rem' }}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
    </Paper>
  );
}
