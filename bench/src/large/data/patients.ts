import { type Random, seededRandom } from '../../random.ts';

const firstNames =
  'Aarav Aditi Ajay Akash Amit Amrita Ananya Anil Anita Anjali Arjun Arun Asha Ashok Bhavna Chetan Deepa Deepak Devika Dinesh Divya Farhan Fatima Ganesh Gauri Geeta Gopal Harish Imran Indira Isha Jaya Jyoti Kabir Kamala Karan Kavita Kiran Krishna Lakshmi Lalita Leela Madhav Mahesh Manish Maya Meena Mohan Nadia Naveen Neha Nikhil Nisha Omkar Padma Pallavi Pooja Pradeep Pranav Priya Rahul Rajesh Rakesh Ramesh Rani Ravi Rekha Ritu Rohan Sachin Sameer Sandhya Sanjay Sarita Seema Shalini Shanti Shreya Sita Smita Sunil Sunita Suresh Swati Tara Tejas Uma Usha Vandana Varun Vasant Vidya Vijay Vikram Vinod Yash Yusuf Zainab Zoya'.split(
    ' ',
  );

const lastNames =
  'Sharma Patel Singh Kumar Reddy Nair Iyer Menon Gupta Joshi Desai Mehta Shah Khan Das Roy Bose Ghosh Sen Mukherjee Banerjee Chatterjee Verma Mishra Pandey Tiwari Dubey Yadav Chauhan Rathore Malhotra Kapoor Khanna Chopra Bhatia Arora Sethi Gill Dhillon Sandhu Rao Naidu Pillai Kurian Thomas Fernandes Dsouza Pinto Kulkarni Deshpande Patil Jadhav Pawar Shinde More Gaikwad Kamble Bhosale Chavan Sawant Hegde Shetty Kamath Bhat Acharya Murthy Gowda Swamy Subramanian Krishnan Raman Venkatesh Natarajan Sundaram Ansari Sheikh Qureshi Siddiqui Hussain Ali Baig Mirza Borah Saikia Kalita Gogoi Barua Tamang Thapa Gurung Lepcha Mohanty Panda Sahu Behera Mahapatra Rawat Negi Bisht Wadia Irani Zutshi'.split(
    ' ',
  );

const towns = ['Pune', 'Mumbai', 'Nashik', 'Nagpur', 'Thane', 'Satara', 'Kolhapur', 'Solapur', 'Aurangabad', 'Sangli'];

/** The first names of a list are common and its last ones rare, as in a telephone book. */
const often = <T>(random: Random, list: readonly T[]): T =>
  random.pick(list.slice(0, Math.max(1, Math.ceil(random.next() * list.length))));

export interface PersonDetails {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly location: string;
}

/** The same people each time; phones are unique. */
export function peopleOf(count: number, seed: number): PersonDetails[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const first = random.pick(firstNames);
    const last = often(random, lastNames);
    return {
      name: `${first} ${last}`,
      phone: `91${9_000_000_000 + index}`,
      email: `${first}.${last}.${index}@mail.example`.toLowerCase(),
      location: often(random, towns),
    };
  });
}

export const doctorName = (index: number): string =>
  `Dr. ${firstNames[(index * 7) % firstNames.length]} ${lastNames[(index * 11) % lastNames.length]}`;

/** Names to search for: matching one in fifty people, one in a thousand, about one person, and nobody. */
export const searches = ['sharma', 'zutshi', 'zoya wadia', 'nobody of that name'] as const;
