import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { paths } from '../../shared/paths.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Stack } from '../../ui/layout/boxes.tsx';
import { chatbotText as chatbot } from './chatbot-text.ts';
import { BookingConversation } from './components/booking-conversation.tsx';
import { Band, BandTitle, Lead, SiteTitle, type Talk, Text } from './components/site-text.tsx';

/** The WhatsApp chatbot's features (/chatbot), section 2: static text about booking, rescheduling and cancelling. */
export default function ChatbotPage() {
  return (
    <>
      <Band soft>
        <Stack
          gap={{ xs: 4, md: 9 }}
          sx={{ gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) 460px' }, alignItems: 'center' }}
        >
          <Box>
            <SiteTitle title={chatbot.title}>{chatbot.claim}</SiteTitle>
            <Box sx={{ mt: 2.5 }}>
              <Lead>{chatbot.lead}</Lead>
            </Box>
            <LinkButton to={`${paths.home}#contact`} sx={{ mt: 4, minHeight: 48, px: 3, fontSize: '1rem' }}>
              {chatbot.demonstration}
            </LinkButton>
          </Box>
          <BookingConversation />
        </Stack>
      </Band>
      <Band id="talks">
        <Box sx={{ display: 'grid', gap: 4 }}>
          <BandTitle id="talks">{chatbot.asks}</BandTitle>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '100%', md: 'repeat(3, minmax(0, 1fr))' } }}>
            {chatbot.talks.map((talk) => (
              <TalkCard key={talk.title} {...talk} />
            ))}
          </Box>
        </Box>
      </Band>
      <Band id="desk" soft>
        <Box sx={{ display: 'grid', gap: 2, maxWidth: '70ch' }}>
          <BandTitle id="desk">{chatbot.desk}</BandTitle>
          <Text>{chatbot.deskText}</Text>
        </Box>
      </Band>
    </>
  );
}

function TalkCard({ icon, title, text, steps }: Talk) {
  return (
    <Paper component="article" sx={{ p: 3, display: 'grid', gap: 1.5, alignContent: 'start' }}>
      <Icon name={icon} size={28} sx={{ color: 'primary.main' }} />
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
