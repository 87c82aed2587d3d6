import { defineText } from '../../ui/locale/define-text.ts';

/** UI text for a doctor's photo and its upload (sections 2, 5 and 8). */
export const photoText = defineText({
  hi: async () => (await import('./text.hi.ts')).photoText,
  en: {
    photo: 'Profile photo',
    photoOf: (name: string) => `Photo of ${name}`,
    newPhotoOf: (name: string) => `New photo of ${name}`,
    change: 'Change',
    save: 'Save',
    cancel: 'Cancel',
    unsaved: 'New, not saved yet',
    now: 'Now',
    missing: 'Unable to upload: missing required information',
    failed: 'Failed to upload image. Please try again.',
    updated: 'Profile image updated successfully.',
    tooLarge: 'The photo is larger than 5 MB.',
    wrongType: 'The photo must be a JPEG, PNG or WebP image.',
    loadFailed: 'Failed to load the photo.',
  },
});
