import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Icon } from '../../../ui/icons/icon.tsx';
import { policyText } from '../text.ts';
import { Band, Lead, SiteTitle, Text } from './site-text.tsx';

/** A section of a policy: paragraphs, and lists. */
export interface PolicySection {
  title: string;
  text: readonly (string | readonly string[])[];
}

/** A policy in accordion sections, "one open at a time; clicking the open one closes it" (section 2). */
export function Policy({ title, lead, sections }: { title: string; lead: string; sections: readonly PolicySection[] }) {
  const [open, setOpen] = useState<string>();
  return (
    <Band soft>
      <Box sx={{ maxWidth: 820, mx: 'auto', display: 'grid', gap: 3 }}>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <SiteTitle>{title}</SiteTitle>
          <Box component="p" sx={{ m: 0, color: 'text.secondary', fontSize: '0.9375rem' }}>
            {policyText.updated}
          </Box>
          <Lead>{lead}</Lead>
        </Box>
        <div>
          {sections.map(({ title: name, text }, index) => (
            <Accordion
              key={name}
              disableGutters
              expanded={open === name}
              onChange={(_, opens) => setOpen(opens ? name : undefined)}
              slotProps={{ heading: { component: 'h2' } }}
              sx={{ '& + &': { borderTop: 0 }, '&::before': { display: 'none' } }}
            >
              <AccordionSummary
                expandIcon={<Icon name="down" />}
                id={`section-${index}-title`}
                aria-controls={`section-${index}`}
                sx={{ minHeight: 56, px: { xs: 2, sm: 3 }, fontSize: '1rem', fontWeight: 600 }}
              >
                {name}
              </AccordionSummary>
              <AccordionDetails
                sx={{ display: 'grid', gap: 1.5, maxWidth: '70ch', px: { xs: 2, sm: 3 }, pt: 0, pb: 3 }}
              >
                {text.map((part) =>
                  typeof part === 'string' ? (
                    <Text key={part}>{part}</Text>
                  ) : (
                    <Box
                      key={part.join()}
                      component="ul"
                      sx={{ m: 0, pl: 3, fontSize: '1rem', lineHeight: '1.625rem' }}
                    >
                      {part.map((entry) => (
                        <li key={entry}>{entry}</li>
                      ))}
                    </Box>
                  ),
                )}
              </AccordionDetails>
            </Accordion>
          ))}
        </div>
      </Box>
    </Band>
  );
}
