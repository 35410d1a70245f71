rows[0][0] = 9
words[0] = 'z'
arr[0] = 7
df.loc[0, 'a'] = 8
ser.iloc[0] = 6
st.add(5)
dq.append(4)
ba[0] = 99
ct['q'] += 4
