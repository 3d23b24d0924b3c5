import greetings

with open('answer.txt', 'w') as file:
    file.write(greetings.ANSWER)
