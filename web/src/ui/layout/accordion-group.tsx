import Box from '@mui/material/Box';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Inline } from './boxes.tsx';

export interface AccordionSection {
  title: string;
  content: ReactNode;
}

/** Sections with at most one open; a click on the open one closes it. */
export function AccordionGroup({ sections }: { sections: readonly AccordionSection[] }) {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  return (
    <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}>
      {sections.map(({ title, content }, index) => {
        const isOpen = open === title;
        return (
          <Box
            key={title}
            component="section"
            aria-labelledby={`${id}-${index}`}
            sx={index === 0 ? {} : { borderTop: '1px solid', borderColor: 'divider' }}
          >
            <Box component="h2" sx={{ m: 0 }}>
              <Inline
                component="button"
                type="button"
                id={`${id}-${index}`}
                aria-expanded={isOpen}
                aria-controls={`${id}-${index}-content`}
                onClick={() => setOpen(isOpen ? null : title)}
                gap={2}
                sx={{
                  width: '100%',
                  minHeight: 56,
                  px: { xs: 2, sm: 3 },
                  py: 1.5,
                  justifyContent: 'space-between',
                  border: 0,
                  borderRadius: 1,
                  bgcolor: 'transparent',
                  color: 'text.primary',
                  font: 'inherit',
                  fontSize: '1rem',
                  fontWeight: 600,
                  textAlign: 'left',
                  cursor: 'pointer',
                  '&:hover': { bgcolor: 'surface.raised' },
                  '& svg': { transform: isOpen ? 'rotate(180deg)' : 'none', color: 'text.secondary' },
                }}
              >
                {title}
                <Icon name="down" />
              </Inline>
            </Box>
            <div id={`${id}-${index}-content`} hidden={!isOpen}>
              <Box sx={{ px: { xs: 2, sm: 3 }, pb: 3, maxWidth: '70ch' }}>{content}</Box>
            </div>
          </Box>
        );
      })}
    </Box>
  );
}
